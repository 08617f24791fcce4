/**
 * Hosts at which Microsoft took messages for channels of Teams until it retired the connectors. Nothing that is sent there arrives any
 * more; addresses of workflows have other hosts.
 */
export const isRetiredConnector = ({ hostname }: URL): boolean =>
  /(?:^|\.)webhook\.office\.com\.?$|^outlook\.office(?:365)?\.com\.?$/.test(hostname)
