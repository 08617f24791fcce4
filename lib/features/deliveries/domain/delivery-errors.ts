/**
 * Hosts at which Microsoft accepted Teams messages until it retired the connectors. Messages sent there no longer
 * arrive; workflow addresses have other hosts.
 */
export const isRetiredConnector = ({ hostname }: URL): boolean =>
  /(?:^|\.)webhook\.office\.com\.?$|^outlook\.office(?:365)?\.com\.?$/.test(hostname)

/**
 * Why an attempt failed. `status`: the receiver answered with a status other than 2xx; `reset`: it closed the
 * connection without an answer; `private_address`: its address is in a blocked network; `proxy_…`: the proxy of this
 * installation is down, or refuses to connect; `channel_off`: the channel is off, so nothing is sent;
 * `unreadable_message`: the stored message cannot be put into the channel's form; `rule_…`: its rule was deleted,
 * switched off or muted while it waited; `channel_removed`: its channel was removed from the rule.
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
