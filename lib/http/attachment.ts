/**
 * `Content-Disposition` of a file to keep (RFC 6266): a plain name for everybody, and the whole one beside it where they differ.
 * The name may hold anything.
 */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll(/[^\w.-]+/g, '-')
  if (plain === name) return `attachment; filename="${plain}"`
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
