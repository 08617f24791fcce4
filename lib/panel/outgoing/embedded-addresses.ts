import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.parse>
type IPv4 = InstanceType<typeof ipaddr.IPv4>

/**
 * The IPv4 addresses that an IPv6 address maps to, all of which must be allowed; undefined when it is not a mapped
 * address; empty when the mapping depends on an unknown translator.
 */
export function embeddedIn(address: Address): readonly IPv4[] | undefined {
  if (!(address instanceof ipaddr.IPv6)) return undefined
  const bytes = address.toByteArray()
  const ipv4At = (from: number) => new ipaddr.IPv4(bytes.slice(from, from + 4))
  switch (address.range()) {
    case 'ipv4Mapped':
    case 'rfc6145':
      return [ipv4At(12)]
    case 'rfc6052':
      return isPlainlyTranslated(bytes) ? [ipv4At(12)] : []
    case '6to4':
      return [ipv4At(2)]
    case 'teredo':
      // The Teredo server, and the client, whose bits are inverted (RFC 4380, 4).
      return [ipv4At(4), new ipaddr.IPv4(bytes.slice(12).map((byte) => 255 - byte))]
    default:
      return undefined
  }
}

/**
 * The last 32 bits are the IPv4 address: 64:ff9b::/96 (RFC 6052), and 64:ff9b:1::/96 of the local prefix 64:ff9b:1::/48
 * (RFC 8215). With another prefix length the address is elsewhere, and the sender could choose the last 32 bits freely.
 */
const isPlainlyTranslated = (bytes: readonly number[]): boolean => bytes.slice(6, 12).every((byte) => byte === 0)

/** The form that the operator's networks use: the IPv4 address behind a mapped or translated one. */
export function translatedIn(address: Address): Address {
  const isTranslated = ['ipv4Mapped', 'rfc6052'].includes(address.range())
  return (isTranslated && embeddedIn(address)?.[0]) || address
}
