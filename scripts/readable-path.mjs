/**
 * The address of a request with valid escapes. In an invalid one (`%ff`) the percent signs are escaped, so that the
 * answer is "not found"; otherwise Next would fail.
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
