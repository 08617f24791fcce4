import { lazyComponent } from '@/components/ui/lazy/lazy-component'

import type { NoticeDialogProps } from './notice-dialog'

/** Fetched when the first notice is opened. */
export const LazyNoticeDialog = lazyComponent<NoticeDialogProps>(
  async () => (await import('./notice-dialog')).NoticeDialog,
)
