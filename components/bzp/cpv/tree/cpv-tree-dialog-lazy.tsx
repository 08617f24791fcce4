import { lazyComponent } from '@/components/ui/lazy/lazy-component'

import type { CpvTreeDialogProps } from './cpv-tree-dialog'

export const LazyCpvTreeDialog = lazyComponent<CpvTreeDialogProps>(
  async () => (await import('./cpv-tree-dialog')).CpvTreeDialog,
)
