/**
 * The address of a request with escapes that stand for a text. One that stands for none (`%ff`) is what it looks like: its percent
 * signs are escaped, so that the path leads to nobody, where Next would fail.
 */
export function readablePath(address) {
  const end = address.search(/[?#]/)
  const path = end === -1 ? address : address.slice(0, end)
  try {
    decodeURIComponent(path)
    return address
  } catch {
    return path.replaceAll('%', '%25') + address.slice(path.length)
  }
}
