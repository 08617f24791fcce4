import { useLocale } from 'use-intl'

import { shortSourceName, sourceTone } from '@/lib/domain/events/sources'

import { Badge } from './badge'

/** Where an event comes from. A source that we do not know is shown as it came. */
export function SourceBadge({ source }: { readonly source: string }) {
  const locale = useLocale()
  return <Badge tone={sourceTone(source)}>{shortSourceName(source, locale)}</Badge>
}
