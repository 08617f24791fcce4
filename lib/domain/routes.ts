/** Every page of the panel: the only place where an address is written by hand. */
export const routes = {
  overview: '/',
  usage: '/usage',
  spendCap: '/spend-cap',
  monitors: '/monitors',
  monitorsImport: '/monitors/import',
  monitorsImports: '/monitors/imports',
  events: '/events',
  filters: '/filters',
  reports: '/reports',
  bzp: '/bzp',
  search: '/search',
  whiteList: '/white-list',
  knf: '/knf',
  rdf: '/rdf',
  console: '/console',
  reference: '/reference',
  settings: '/settings',
  settingsApi: '/settings/api',
  auditLog: '/settings/audit',
  personalData: '/settings/personal-data',
  settingsAlerts: '/settings/alerts',
  signIn: '/sign-in',
  signUp: '/sign-up',
  unsubscribe: '/unsubscribe',
} as const

/** One monitor, with its events. */
export const monitorPath = (id: string): string => `${routes.monitors}/${encodeURIComponent(id)}`

/** The monitors that a text finds; never one with a personal number. */
export const monitorsOfPath = (q: string): string => `${routes.monitors}?${new URLSearchParams({ q }).toString()}`

/** One import in their history. */
export const importPath = (id: string): string => `${routes.monitorsImports}?import=${encodeURIComponent(id)}`

/** One filter; ids are not personal. */
export const filterPath = (id: string): string => `${routes.filters}?filter=${encodeURIComponent(id)}`

/** The events of one monitor. */
export const monitorEventsPath = (id: string): string => `${routes.events}?monitor=${encodeURIComponent(id)}`

/** The daily reports of a day, and of one source where there is a report of it. */
export function reportsOfDayPath(day: string, source?: string): string {
  const params = new URLSearchParams({ ...(source !== undefined && { source }), from: day, to: day })
  return `${routes.reports}?${params.toString()}`
}

/** The proxy's address of a report file, for a plain link. */
export const reportFilePath = (id: string): string => `/api/v1/reports/download/${encodeURIComponent(id)}`

/** A file of a closed period, for a plain link. */
export const packFilePath = (id: string, file: 'pdf' | 'zip'): string =>
  `/api/panel/packs/${encodeURIComponent(id)}/${file}`

/**
 * Where to go after signing in. Only a path of this panel is accepted, so that a crafted link cannot send a freshly
 * signed-in user to another site (`//evil.test`, `/\evil.test`, `https:…` all fall back to the overview).
 */
export function safeReturnPath(from: string | null | undefined): string {
  if (from === null || from === undefined || !/^\/(?![/\\])/.test(from)) return routes.overview
  const base = 'http://panel.invalid'
  const url = URL.canParse(from, base) ? new URL(from, base) : undefined
  if (url === undefined || url.origin !== base || isOutside(url.pathname)) return routes.overview
  return `${url.pathname}${url.search}${url.hash}`
}

const isOutside = (pathname: string): boolean =>
  [routes.signIn, routes.signUp, routes.unsubscribe].some((each) => pathname.startsWith(each)) ||
  pathname.startsWith('/api/')
