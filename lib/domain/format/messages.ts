import type accountSettings from '@/messages/pl/account-settings.json'
import type archive from '@/messages/pl/archive.json'
import type audit from '@/messages/pl/audit.json'
import type auth from '@/messages/pl/auth.json'
import type bulkTags from '@/messages/pl/bulk-tags.json'
import type bzpAlerts from '@/messages/pl/bzp-alerts.json'
import type bzpMatches from '@/messages/pl/bzp-matches.json'
import type bzpSave from '@/messages/pl/bzp-save.json'
import type bzp from '@/messages/pl/bzp.json'
import type channels from '@/messages/pl/channels.json'
import type common from '@/messages/pl/common.json'
import type companies from '@/messages/pl/companies.json'
import type companyGraph from '@/messages/pl/company-graph.json'
import type companyRegisters from '@/messages/pl/company-registers.json'
import type console from '@/messages/pl/console.json'
import type deliveries from '@/messages/pl/deliveries.json'
import type deliveryErrors from '@/messages/pl/delivery-errors.json'
import type events from '@/messages/pl/events.json'
import type evidenceFile from '@/messages/pl/evidence-file.json'
import type feeds from '@/messages/pl/feeds.json'
import type filterBridge from '@/messages/pl/filter-bridge.json'
import type filters from '@/messages/pl/filters.json'
import type importHistory from '@/messages/pl/imports.json'
import type keys from '@/messages/pl/keys.json'
import type layout from '@/messages/pl/layout.json'
import type mails from '@/messages/pl/mails.json'
import type members from '@/messages/pl/members.json'
import type meters from '@/messages/pl/meters.json'
import type monitorDetail from '@/messages/pl/monitor-detail.json'
import type monitorImport from '@/messages/pl/monitor-import.json'
import type monitors from '@/messages/pl/monitors.json'
import type msig from '@/messages/pl/msig.json'
import type newMonitor from '@/messages/pl/new-monitor.json'
import type overview from '@/messages/pl/overview.json'
import type packs from '@/messages/pl/packs.json'
import type palette from '@/messages/pl/palette.json'
import type papers from '@/messages/pl/papers.json'
import type passwords from '@/messages/pl/passwords.json'
import type personalData from '@/messages/pl/personal-data.json'
import type pools from '@/messages/pl/pools.json'
import type price from '@/messages/pl/price.json'
import type profile from '@/messages/pl/profile.json'
import type reference from '@/messages/pl/reference.json'
import type registers from '@/messages/pl/registers.json'
import type reportDownloads from '@/messages/pl/report-downloads.json'
import type reportPreview from '@/messages/pl/report-preview.json'
import type reportSchedules from '@/messages/pl/report-schedules.json'
import type reports from '@/messages/pl/reports.json'
import type rhythm from '@/messages/pl/rhythm.json'
import type ruleForm from '@/messages/pl/rule-form.json'
import type notifications from '@/messages/pl/rules.json'
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

/** Every message catalogue, by namespace. A new `messages/<locale>/<namespace>.json` gets its line here and in `namespaces`. */
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
  readonly 'delivery-errors': typeof deliveryErrors
  readonly events: typeof events
  readonly feeds: typeof feeds
  readonly filters: typeof filters
  readonly 'filter-bridge': typeof filterBridge
  readonly layout: typeof layout
  readonly 'monitor-import': typeof monitorImport
  readonly mails: typeof mails
  readonly members: typeof members
  readonly meters: typeof meters
  readonly 'monitor-detail': typeof monitorDetail
  readonly monitors: typeof monitors
  readonly 'new-monitor': typeof newMonitor
  readonly notifications: typeof notifications
  readonly overview: typeof overview
  readonly 'personal-data': typeof personalData
  readonly passwords: typeof passwords
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
  readonly 'rule-form': typeof ruleForm
  readonly search: typeof search
  readonly companies: typeof companies
  readonly 'company-graph': typeof companyGraph
  readonly 'company-registers': typeof companyRegisters
  readonly 'evidence-file': typeof evidenceFile
  readonly 'white-list': typeof whiteList
  readonly registers: typeof registers
  readonly msig: typeof msig
  readonly statements: typeof statements
  readonly console: typeof console
  readonly usage: typeof usage
  readonly 'import-history': typeof importHistory
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
  'delivery-errors',
  'events',
  'feeds',
  'filters',
  'filter-bridge',
  'monitor-detail',
  'monitors',
  'monitor-import',
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
  'new-monitor',
  'notifications',
  'overview',
  'personal-data',
  'passwords',
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
  'rule-form',
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
  'company-graph',
  'company-registers',
  'evidence-file',
  'white-list',
  'registers',
  'msig',
  'statements',
  'console',
  'usage',
  'import-history',
  'keys',
] as const satisfies readonly Namespace[]

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}
