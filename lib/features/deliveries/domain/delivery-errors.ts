/**
 * Hosts at which Microsoft took messages for channels of Teams until it retired the connectors. Nothing that is sent there arrives any
 * more; addresses of workflows have other hosts.
 */
export const isRetiredConnector = ({ hostname }: URL): boolean =>
  /(?:^|\.)webhook\.office\.com\.?$|^outlook\.office(?:365)?\.com\.?$/.test(hostname)

/**
 * Why an attempt at a delivery failed. `status`: the receiver answered with another status than 2xx; `reset`: it closed without an
 * answer; `private_address`: it lies in a network that nothing is sent to; `proxy_…`: the proxy of this
 * installation is away, or answers and does not connect; `channel_off`: nothing goes while its channel is off;
 * `unreadable_message`: what was kept cannot be put into the channel's form; `rule_…`: its rule was deleted, switched off or muted while it waited;
 * `channel_removed`: its channel was taken out of the rule.
 */
export const deliveryErrors = [
  'status',
  'redirect',
  'throttled',
  'gone',
  'timeout',
  'refused',
  'reset',
  'unknown_host',
  'private_address',
  'tls',
  'certificate_expired',
  'proxy_unreachable',
  'proxy_refused',
  'unreachable',
  'unreadable_secret',
  'unreadable_message',
  'channel_off',
  'rule_deleted',
  'rule_off',
  'rule_muted',
  'channel_removed',
  'mail_refused',
] as const
export type DeliveryError = (typeof deliveryErrors)[number]

/** Why an address cannot be a channel's. */
export const addressFaults = [
  'not_an_address',
  'not_https',
  'credentials',
  'port',
  'private_address',
  'unknown_host',
  'retired_connector',
] as const
export type AddressFault = (typeof addressFaults)[number]
