/**
 * `Content-Disposition` of a download (RFC 6266): an ASCII name for all clients, and the full name in addition if it
 * differs. The name may contain any character.
 */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll(/[^\w.-]+/g, '-')
  if (plain === name) return `attachment; filename="${plain}"`
  const encodedName = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodedName}`
}
