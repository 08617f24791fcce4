import type { PanelOutput } from '@/lib/features/contract'

/** A check with what it found, as the page shows it. */
export type ShownRun = PanelOutput<'whiteListRuns.get'>
