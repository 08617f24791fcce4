import type { PanelOutput } from '@/lib/features/contract'

/** A check with its results, as the page shows it. */
export type ShownRun = PanelOutput<'whiteListRuns.get'>
