import 'server-only'

type PanelAddress = { readonly panelUrl: string | undefined; readonly host: string | null }

/**
 * True for the origin that the panel's own pages have, to the letter, as every browser writes it. Without PANEL_URL it is whatever host
 * was asked, with TLS or without: a proxy in front may speak it.
 */
export function isOriginOfPanel(origin: string, { panelUrl, host }: PanelAddress): boolean {
  if (panelUrl !== undefined) return origin === panelUrl
  return host !== null && [`http://${host}`, `https://${host}`].includes(origin)
}
