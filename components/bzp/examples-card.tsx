'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import type { OperationAnswer } from '@/lib/client/client'
import { highlightRanges } from '@/lib/domain/fold'
import { formatDayMonth, formatInteger } from '@/lib/domain/format/format'

import { shownOrderTypes } from './alert-filter'
import type { Counted } from './use-preview'

type Example = NonNullable<OperationAnswer<'bzp.previewAlert'>['examples']>[number]

interface ExamplesCardProps {
  readonly counted: Counted
  readonly isOld: boolean
}

/** A few of the procedures that were counted; not there when the service does not send any. */
export function ExamplesCard({ counted, isOld }: ExamplesCardProps) {
  const t = useTranslations('bzp.examples')
  const locale = useLocale()
  const { examples = [], count } = counted.answer
  if (examples === null || examples.length === 0) return null
  const shown = formatInteger(examples.length, locale)
  return (
    <Card labelledBy="examples-title">
      <CardHeader
        title={t('title')}
        titleId="examples-title"
        aside={typeof count === 'number' ? t('of', { shown, count: formatInteger(count, locale) }) : shown}
      />
      <ul className={classNames('divide-y', isOld && 'text-muted')}>
        {examples.map((example) => (
          <ExampleRow key={example.id} example={example} body={counted.body} />
        ))}
      </ul>
    </Card>
  )
}

interface ExampleRowProps {
  readonly example: Example
  readonly body: Counted['body']
}

function ExampleRow({ example, body }: ExampleRowProps) {
  const { title, authority } = example
  const details = useDetails(example)
  return (
    <li className="px-4 py-2.5">
      <p className="line-clamp-3 font-medium" title={title}>
        <Highlighted text={title ?? example.id} needles={body.keywords ?? []} />
      </p>
      <p className="text-sm text-muted">
        {authority !== undefined && (
          <Highlighted text={authority} needles={[...(body.keywords ?? []), ...(body.authorities ?? [])]} />
        )}
        {authority !== undefined && details !== '' && ' · '}
        {details}
      </p>
    </li>
  )
}

const knownType = (type: string | undefined) => shownOrderTypes.find((known) => known === type)

function useDetails({ city, province, order_type: type, cpv, published_at: at }: Example): string {
  const t = useTranslations('bzp.kinds')
  const locale = useLocale()
  const known = knownType(type)
  const when = at !== undefined && !Number.isNaN(Date.parse(at)) ? formatDayMonth(at, locale) : at
  const place = [city, province].filter(Boolean).join(', ')
  return [place, known ? t(known) : type, cpv?.[0]?.replace(/-\d$/, ''), when].filter(Boolean).join(' · ')
}

interface HighlightedProps {
  readonly text: string
  readonly needles: readonly string[]
}

/** The text with every hit in a `<mark>`, case and diacritics apart. */
function Highlighted({ text, needles }: HighlightedProps) {
  const ranges = highlightRanges(text, needles)
  return (
    <>
      {ranges.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(ranges[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </>
  )
}
