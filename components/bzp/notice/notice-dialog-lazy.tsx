import { lazyComponent } from '@/components/ui/lazy/lazy-component'

import type { NoticeDialogProps } from './notice-dialog'

export const LazyNoticeDialog = lazyComponent<NoticeDialogProps>(
  async () => (await import('./notice-dialog')).NoticeDialog,
)
