import { useLocale } from 'use-intl'

import { shortSourceName, sourceTone } from '@/lib/domain/events/sources'

import { Badge } from './badge'

/** The source of an event; an unknown source is shown unchanged. */
export function SourceBadge({ source }: { readonly source: string }) {
  const locale = useLocale()
  return <Badge tone={sourceTone(source)}>{shortSourceName(source, locale)}</Badge>
}
