'use client'

import { useTranslations } from 'use-intl'

import { useTagSuggest } from '@/components/forms/use-tag-suggest'
import { Banner } from '@/components/layout/banner'
import { useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { TagField } from '@/components/ui/inputs/tag-field'
import { useCountValues } from '@/components/ui/use-count-values'
import { MAX_TAG_LENGTH, MAX_TAGS, tidyTags } from '@/lib/domain/tags/tags'

import { useReasonTexts } from '../review/use-rejected-file'
import type { ImportSnapshot } from '../session/import-snapshot'
import type { ImportState } from '../session/import-state'
import { useImport } from '../use-import'
import { useMonitorQuota } from '../use-places'

function hasWork({ counts, mapping }: ImportSnapshot, { tags, outcome }: ImportState): boolean {
  if (counts.new > 0) return true
  const mayTag = tags.length > 0 || mapping.roles.includes('tags')
  return counts.monitored > 0 && mayTag && outcome === undefined
}

/** Returns why sending is blocked, as text; undefined if it is possible. */
function useBlockedReason(snapshot: ImportSnapshot): string | undefined {
  const t = useTranslations('imports.send')
  const { state } = useImport()
  const places = useMonitorQuota()
  if (state.run !== undefined) return t('running')
  if (state.unfinishedJob !== undefined) return t('unfinished')
  if (state.known.kind === 'loading') return t('checking')
  if (!hasWork(snapshot, state)) return t('nothing')
  return places !== undefined && snapshot.counts.new > places.free ? t('noPlaces') : undefined
}

/**
 * The service refuses a bulk call that exceeds the plan (interface section 4.2, bulk creation), so the page shows how
 * many fit and offers to send those.
 */
function QuotaNote({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('imports.send')
  const countValues = useCountValues()
  const { state, jobs } = useImport()
  const places = useMonitorQuota()
  const reasons = useReasonTexts()
  const newCount = snapshot.counts.new
  if (places === undefined || newCount <= places.free || state.known.kind === 'loading') return null
  const values = {
    free: countValues(places.free).count,
    limit: countValues(places.limit).count,
    count: countValues(newCount).count,
  }
  const isFree = state.run === undefined && state.unfinishedJob === undefined
  const action = places.free > 0 && isFree && (
    <Button size="sm" onClick={() => void jobs.send({ limit: places.free, reasons })}>
      {t('onlyFitting', countValues(places.free))}
    </Button>
  )
  return (
    <Banner tone="warn" action={action}>
      {t('placesOver', values)}
    </Banner>
  )
}

export function SendCard({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('imports.send')
  const countValues = useCountValues()
  const { session, state, jobs } = useImport()
  const { mode } = useViewer()
  const suggest = useTagSuggest({ isListed: mode === 'embedded' })
  const blockedReason = useBlockedReason(snapshot)
  const reasons = useReasonTexts()
  const { counts } = snapshot
  const setTags = (tags: readonly string[]) =>
    session.change({ tags: tidyTags(tags.map((tag) => tag.slice(0, MAX_TAG_LENGTH))) })
  return (
    <Card>
      <CardBody className="grid gap-3">
        <QuotaNote snapshot={snapshot} />
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div className="min-w-0 flex-1 basis-72">
            <TagField
              label={t('tags')}
              hint={t('tagsHint')}
              isOptional
              values={state.tags}
              onChange={setTags}
              max={MAX_TAGS}
              suggest={suggest}
            />
          </div>
          <div className="ml-auto flex flex-col items-end gap-1.5">
            {counts.problems > 0 && <p className="text-sm text-muted">{t('left', countValues(counts.problems))}</p>}
            <Button variant="primary" disabledReason={blockedReason} onClick={() => void jobs.send({ reasons })}>
              {t('submit', countValues(counts.new))}
            </Button>
          </div>
        </div>
      </CardBody>
    </Card>
  )
}
