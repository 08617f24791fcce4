import type { PanelOutput } from '@/lib/features/contract'

export type ShownRun = PanelOutput<'whiteListRuns.get'>
