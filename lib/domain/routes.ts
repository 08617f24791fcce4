import { type PageKey, pageKeys, pages } from './pages'

type PagePaths = { readonly [K in PageKey]: (typeof pages)[K]['path'] }
/** Sound: it has the path of every key. */
const pagePaths = Object.fromEntries(pageKeys.map((key) => [key, pages[key].path])) as PagePaths

/** The address of every page. None is written by hand but here and in `pages`. */
export const routes = {
  ...pagePaths,
  monitorsImports: '/monitors/imports',
  signIn: '/sign-in',
  confirmIdentity: '/sign-in/confirm',
  signUp: '/sign-up',
  join: '/join',
  confirmEmail: '/confirm-email',
  forgottenPassword: '/forgotten-password',
  unsubscribe: '/unsubscribe',
  setup: '/setup',
  /** Rules about spending and pools alone. */
  spendRules: '/notifications?kind=spend',
} as const

/** An invitation by its token. */
export const joinPath = (token: string): string => `${routes.join}?token=${encodeURIComponent(token)}`

/** Where the installation is set up, once, by a token. */
export const setupPath = (token: string): string => `${routes.setup}?token=${encodeURIComponent(token)}`

/** One monitor, with its events. */
export const monitorPath = (id: string): string => `${routes.monitors}/${encodeURIComponent(id)}`

/** The monitors that a text finds; never one with a personal number. */
export const monitorsOfPath = (q: string): string => `${routes.monitors}?${new URLSearchParams({ q }).toString()}`

/** The monitors whose filters are gone. */
export const silentMonitorsPath = `${routes.monitors}?silent=1`

/** One import in their history. */
export const importPath = (id: string): string => `${routes.monitorsImports}?import=${encodeURIComponent(id)}`

/** A company by a number of its own, at one of its tabs. */
export const companyPath = (number: string, tab?: string): string =>
  `${routes.companies}/${encodeURIComponent(number)}${tab === undefined ? '' : `?tab=${tab}`}`

/** One operation in the console. Nothing else of a request stands in an address. */
export const consolePath = (operation: string): string => `${routes.console}?operation=${encodeURIComponent(operation)}`

/** One check of the white list. */
export const whiteListRunPath = (id: string): string => `${routes.whiteList}/${encodeURIComponent(id)}`

/** All rows of a check as a file, for a plain link. */
export const whiteListFilePath = (id: string, kind: 'csv' | 'xlsx' | 'pdf', locale: string): string =>
  `/api/panel/white-list-runs/${encodeURIComponent(id)}/files/${kind}?locale=${locale}`
/** What an import refused or passed over, as a CSV. */
export const importRejectionsPath = (id: string): string =>
  `/api/panel/imports/${encodeURIComponent(id)}/rejections.csv`

/** One filter; ids are not personal. */
export const filterPath = (id: string): string => `${routes.filters}?filter=${encodeURIComponent(id)}`

/** What one BZP alert found. */
export const alertMatchesPath = (alert: string): string => `${routes.bzpMatches}?alert=${encodeURIComponent(alert)}`

/** Deadlines of what was found, as a calendar, for a plain link. `search` with its `?`, or nothing. */
export const matchesCalendarPath = (search: string): string => `/api/panel/bzp-matches/calendar${search}`

/** The events of one monitor. */
export const monitorEventsPath = (id: string): string => `${routes.events}?monitor=${encodeURIComponent(id)}`

/** One announcement among the events, by the number of any event of it. */
export const eventPath = (id: number): string => `${routes.events}?event=${id}`

/** The reports that were ordered by a filter. */
export const reportsOfFilterPath = (id: string): string => `${routes.reports}?filter=${encodeURIComponent(id)}`

/** The daily reports of a day, and of one source where there is a report of it. */
export function reportsOfDayPath(day: string, source?: string): string {
  const params = new URLSearchParams({ ...(source !== undefined && { source }), from: day, to: day })
  return `${routes.reports}?${params.toString()}`
}

/** The rows of one report, daily or ordered. */
export const reportPreviewPath = (id: string): string => `${routes.reports}/${encodeURIComponent(id)}`

/** The proxy's address of a report file, for a plain link. */
export const reportFilePath = (id: string): string => `/api/v1/reports/download/${encodeURIComponent(id)}`

/** The ZIP of everything new, for a plain link. `download` is bound to the session. */
export function newReportsZipPath(asked: {
  readonly format: string
  readonly source: readonly string[]
  readonly download: string
}): string {
  const sources = asked.source.map((source) => ['source', source] as [string, string])
  const params = new URLSearchParams([['format', asked.format], ...sources, ['download', asked.download]])
  return `/api/panel/new-reports/zip?${params.toString()}`
}

/** A file of a closed period, for a plain link. */
export const packFilePath = (id: string, file: 'pdf' | 'zip'): string =>
  `/api/panel/packs/${encodeURIComponent(id)}/${file}`

/** What a run deleted, as a file, for a plain link. */
export const deletedRecordPath = (id: string): string => `/api/panel/bulk-tags/${encodeURIComponent(id)}/record`

/** Where a feed is read by the secret part of its address. */
export const toFeedAddress = (kind: 'calendar' | 'rss', secret: string): string =>
  `/api/feeds/${secret}.${kind === 'calendar' ? 'ics' : 'xml'}`

const BASE = 'http://panel.invalid'

/**
 * Where to go after signing in. Only a path of this panel is accepted, so that a crafted link cannot send a freshly
 * signed-in user to another site. What is handed back is read once more as a browser would (`/.//evil.test` is `//evil.test` by
 * then); whatever leads elsewhere, now or then, is the overview.
 */
export function safeReturnPath(from: string | null | undefined): string {
  const path = ownPath(from ?? '')
  return path !== undefined && ownPath(path) === path ? path : routes.overview
}

/** The path as a browser would ask for it; undefined for one that is not this panel's, or is no page to come back to. */
function ownPath(from: string): string | undefined {
  if (!/^\/(?![/\\])/.test(from)) return undefined
  const url = URL.canParse(from, BASE) ? new URL(from, BASE) : undefined
  if (url === undefined || url.origin !== BASE || isOutside(url.pathname)) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}

const isOutside = (pathname: string): boolean =>
  [routes.signIn, routes.signUp, routes.forgottenPassword, routes.unsubscribe, routes.setup].some((each) =>
    pathname.startsWith(each),
  ) || pathname.startsWith('/api/')

/** The file of an archived report. */
export const archivedFilePath = (id: string): string => `/api/panel/archive/reports/${encodeURIComponent(id)}/file`
