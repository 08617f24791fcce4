import type { PanelOutput } from '@/lib/contract/panel-table'

/** A check with what it found, as the page shows it. */
export type ShownRun = PanelOutput<'whiteListRuns.get'>
