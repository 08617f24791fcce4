'use client'

import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FilterChip } from '@/components/ui/chip'
import { Icon } from '@/components/ui/icon'
import { WindowList } from '@/components/ui/rows/window-list'
import { useCountValues } from '@/components/ui/use-count-values'

import { type CheckedRow, rowGroups } from '../judge/checked-row'
import type { ImportSnapshot } from '../session/import-snapshot'
import { useImport } from '../use-import'
import { ReviewRow } from './review-row'
import { useRejectedFile } from './use-rejected-file'

const TITLE_ID = 'import-review'
const ROW_HEIGHT = 56

/** The loading state of the account's monitors: until they are loaded, "new" is based only on the list. */
function MonitorsNote() {
  const t = useTranslations('imports.known')
  const countValues = useCountValues()
  const toText = useFailureText()
  const { session, state } = useImport()
  const { known } = state
  if (known.kind === 'failed') {
    const retry = (
      <Button size="sm" onClick={() => void session.loadMonitors()}>
        {t('retry')}
      </Button>
    )
    return (
      <Banner tone="warn" action={retry} className="mx-4 my-2">
        {t('failed', { reason: toText(known.error) })}
      </Banner>
    )
  }
  if (known.kind !== 'loading') return null
  const values = { done: countValues(known.done).count, total: countValues(known.total ?? known.done).count }
  return (
    <p role="status" className="border-b px-4 py-1.5 text-sm text-muted tabular">
      {t('loading', values)}
    </p>
  )
}

function ChooseForAll({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('imports')
  const { session } = useImport()
  return (
    <div className="flex flex-wrap items-center gap-2 border-b bg-warn-soft px-4 py-1.5 text-sm text-warn-ink">
      {t('review.forAll')}
      {snapshot.unclear.map((kind) => (
        <button
          key={kind}
          type="button"
          onClick={() => void session.apply('chooseForAll', { kind })}
          className="min-h-6 rounded-sm px-1.5 font-medium underline underline-offset-2"
        >
          {t(`kinds.${kind}`)}
        </button>
      ))}
    </div>
  )
}

function Groups({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('imports.review.groups')
  const countValues = useCountValues()
  const { session } = useImport()
  const { counts, group } = snapshot
  return (
    <div className="flex flex-wrap gap-1.5 border-b px-4 py-2.5">
      {rowGroups
        .filter((each) => each === 'all' || each === group || counts[each] > 0)
        .map((each) => (
          <FilterChip
            key={each}
            isOn={group === each}
            onChange={(isOn) => void session.apply('group', { group: isOn ? each : 'all' })}
          >
            {t(each, countValues(counts[each]))}
          </FilterChip>
        ))}
    </div>
  )
}

export function ReviewCard({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('imports.review')
  const { session } = useImport()
  const saveRejected = useRejectedFile()
  const [editing, setEditing] = useState<number>()
  const read = useCallback((from: number, to: number) => session.callWorker('rows', { from, to }), [session])
  const { counts, group, shown, version } = snapshot
  return (
    <Card
      title={t('title')}
      titleId={TITLE_ID}
      aside={
        counts.problems > 0 && (
          <Button size="sm" onClick={() => void saveRejected([])}>
            <Icon name="download" />
            {t('download')}
          </Button>
        )
      }
    >
      <Groups snapshot={snapshot} />
      <MonitorsNote />
      {counts.ambiguous > 0 && <ChooseForAll snapshot={snapshot} />}
      <WindowList<CheckedRow>
        key={group}
        count={shown}
        rowHeight={ROW_HEIGHT}
        version={`${version}`}
        labelledBy={TITLE_ID}
        read={read}
        empty={t('emptyGroup')}
      >
        {(row) => (
          <ReviewRow
            row={row}
            isEditing={editing === row.index}
            onEdit={(isEditing) => setEditing(isEditing ? row.index : undefined)}
          />
        )}
      </WindowList>
    </Card>
  )
}
