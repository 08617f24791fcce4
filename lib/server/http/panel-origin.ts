import 'server-only'

type PanelAddress = { readonly panelUrl: string | undefined; readonly host: string | null }

/**
 * True for the exact origin of the panel's pages. Without PANEL_URL it is the requested host, with or without TLS,
 * because a proxy in front may terminate it.
 */
export function isOriginOfPanel(origin: string, { panelUrl, host }: PanelAddress): boolean {
  if (panelUrl !== undefined) return origin === panelUrl
  return host !== null && [`http://${host}`, `https://${host}`].includes(origin)
}
