import type accountSettings from '@/messages/pl/account-settings.json'
import type archive from '@/messages/pl/archive.json'
import type audit from '@/messages/pl/audit.json'
import type authPasswords from '@/messages/pl/auth-passwords.json'
import type auth from '@/messages/pl/auth.json'
import type bulkTags from '@/messages/pl/bulk-tags.json'
import type bzpAlerts from '@/messages/pl/bzp-alerts.json'
import type bzpMatches from '@/messages/pl/bzp-matches.json'
import type bzpSave from '@/messages/pl/bzp-save.json'
import type bzp from '@/messages/pl/bzp.json'
import type calls from '@/messages/pl/calls.json'
import type channels from '@/messages/pl/channels.json'
import type common from '@/messages/pl/common.json'
import type companiesGraph from '@/messages/pl/companies-graph.json'
import type companiesRegisters from '@/messages/pl/companies-registers.json'
import type companies from '@/messages/pl/companies.json'
import type console from '@/messages/pl/console.json'
import type deliveriesErrors from '@/messages/pl/deliveries-errors.json'
import type deliveries from '@/messages/pl/deliveries.json'
import type eventKinds from '@/messages/pl/event-kinds.json'
import type events from '@/messages/pl/events.json'
import type evidenceFiles from '@/messages/pl/evidence-files.json'
import type feeds from '@/messages/pl/feeds.json'
import type filtersBridge from '@/messages/pl/filters-bridge.json'
import type filters from '@/messages/pl/filters.json'
import type helpArticles from '@/messages/pl/help-articles.json'
import type help from '@/messages/pl/help.json'
import type importsHistory from '@/messages/pl/imports-history.json'
import type imports from '@/messages/pl/imports.json'
import type keys from '@/messages/pl/keys.json'
import type krsFields from '@/messages/pl/krs-fields.json'
import type layout from '@/messages/pl/layout.json'
import type mails from '@/messages/pl/mails.json'
import type members from '@/messages/pl/members.json'
import type meters from '@/messages/pl/meters.json'
import type monitorsAdd from '@/messages/pl/monitors-add.json'
import type monitorsDetail from '@/messages/pl/monitors-detail.json'
import type monitorsNew from '@/messages/pl/monitors-new.json'
import type monitors from '@/messages/pl/monitors.json'
import type overview from '@/messages/pl/overview.json'
import type packs from '@/messages/pl/packs.json'
import type palette from '@/messages/pl/palette.json'
import type papers from '@/messages/pl/papers.json'
import type personalData from '@/messages/pl/personal-data.json'
import type pools from '@/messages/pl/pools.json'
import type price from '@/messages/pl/price.json'
import type profile from '@/messages/pl/profile.json'
import type reference from '@/messages/pl/reference.json'
import type registerNames from '@/messages/pl/register-names.json'
import type registers from '@/messages/pl/registers.json'
import type reportDownloads from '@/messages/pl/report-downloads.json'
import type reportPreview from '@/messages/pl/report-preview.json'
import type reportSchedules from '@/messages/pl/report-schedules.json'
import type reports from '@/messages/pl/reports.json'
import type rhythm from '@/messages/pl/rhythm.json'
import type rulesForm from '@/messages/pl/rules-form.json'
import type rules from '@/messages/pl/rules.json'
import type search from '@/messages/pl/search.json'
import type security from '@/messages/pl/security.json'
import type sent from '@/messages/pl/sent.json'
import type setup from '@/messages/pl/setup.json'
import type sourceFaults from '@/messages/pl/source-faults.json'
import type sourceReading from '@/messages/pl/source-reading.json'
import type spendCap from '@/messages/pl/spend-cap.json'
import type spenders from '@/messages/pl/spenders.json'
import type statements from '@/messages/pl/statements.json'
import type usage from '@/messages/pl/usage.json'
import type whiteList from '@/messages/pl/white-list.json'

import type { Locale } from './locales'

/**
 * All message catalogues by namespace. A new `messages/<locale>/<namespace>.json` needs a line here and in
 * `namespaces`.
 */
export interface Messages {
  readonly 'account-settings': typeof accountSettings
  readonly spenders: typeof spenders
  readonly archive: typeof archive
  readonly audit: typeof audit
  readonly auth: typeof auth
  readonly 'bulk-tags': typeof bulkTags
  readonly bzp: typeof bzp
  readonly 'bzp-alerts': typeof bzpAlerts
  readonly 'bzp-matches': typeof bzpMatches
  readonly 'bzp-save': typeof bzpSave
  readonly channels: typeof channels
  readonly common: typeof common
  readonly deliveries: typeof deliveries
  readonly 'deliveries-errors': typeof deliveriesErrors
  readonly 'event-kinds': typeof eventKinds
  readonly 'krs-fields': typeof krsFields
  readonly events: typeof events
  readonly feeds: typeof feeds
  readonly filters: typeof filters
  readonly 'filters-bridge': typeof filtersBridge
  readonly help: typeof help
  readonly 'help-articles': typeof helpArticles
  readonly layout: typeof layout
  readonly imports: typeof imports
  readonly mails: typeof mails
  readonly members: typeof members
  readonly meters: typeof meters
  readonly 'monitors-add': typeof monitorsAdd
  readonly 'monitors-detail': typeof monitorsDetail
  readonly monitors: typeof monitors
  readonly 'monitors-new': typeof monitorsNew
  readonly rules: typeof rules
  readonly overview: typeof overview
  readonly 'personal-data': typeof personalData
  readonly 'auth-passwords': typeof authPasswords
  readonly packs: typeof packs
  readonly papers: typeof papers
  readonly palette: typeof palette
  readonly pools: typeof pools
  readonly profile: typeof profile
  readonly reference: typeof reference
  readonly 'report-preview': typeof reportPreview
  readonly 'report-downloads': typeof reportDownloads
  readonly reports: typeof reports
  readonly 'report-schedules': typeof reportSchedules
  readonly security: typeof security
  readonly sent: typeof sent
  readonly setup: typeof setup
  readonly 'source-faults': typeof sourceFaults
  readonly 'source-reading': typeof sourceReading
  readonly 'spend-cap': typeof spendCap
  readonly price: typeof price
  readonly rhythm: typeof rhythm
  readonly 'rules-form': typeof rulesForm
  readonly search: typeof search
  readonly companies: typeof companies
  readonly 'companies-graph': typeof companiesGraph
  readonly 'companies-registers': typeof companiesRegisters
  readonly 'evidence-files': typeof evidenceFiles
  readonly 'white-list': typeof whiteList
  readonly registers: typeof registers
  readonly 'register-names': typeof registerNames
  readonly statements: typeof statements
  readonly calls: typeof calls
  readonly console: typeof console
  readonly usage: typeof usage
  readonly 'imports-history': typeof importsHistory
  readonly keys: typeof keys
}

export type Namespace = keyof Messages

export const namespaces = [
  'account-settings',
  'spenders',
  'archive',
  'audit',
  'channels',
  'deliveries',
  'deliveries-errors',
  'event-kinds',
  'events',
  'feeds',
  'filters',
  'filters-bridge',
  'help',
  'help-articles',
  'monitors-add',
  'monitors-detail',
  'monitors',
  'imports',
  'auth',
  'bulk-tags',
  'bzp',
  'bzp-alerts',
  'bzp-matches',
  'bzp-save',
  'common',
  'layout',
  'mails',
  'members',
  'meters',
  'monitors-new',
  'rules',
  'overview',
  'personal-data',
  'auth-passwords',
  'packs',
  'papers',
  'palette',
  'pools',
  'profile',
  'reference',
  'report-preview',
  'report-downloads',
  'reports',
  'report-schedules',
  'rules-form',
  'security',
  'sent',
  'setup',
  'source-faults',
  'source-reading',
  'spend-cap',
  'price',
  'rhythm',
  'search',
  'companies',
  'companies-graph',
  'companies-registers',
  'krs-fields',
  'evidence-files',
  'white-list',
  'registers',
  'register-names',
  'statements',
  'calls',
  'console',
  'usage',
  'imports-history',
  'keys',
] as const satisfies readonly Namespace[]

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}
