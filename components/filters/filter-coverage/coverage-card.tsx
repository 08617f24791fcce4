'use client'

import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'
import type { OperationAnswer } from '@/lib/client/client'
import { lazyCall } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import { MAX_FILTER_ITEMS, filterLists } from '@/lib/domain/filter-lists'

import { countItems, countOver, findFilterFaults, contentToSend, type ContentDraft } from '../draft/filter-draft'
import type { FilterEdit } from '../editor/use-filter-draft'

/**
 * Shows what the draft would have matched in the last days, on request; marks a result that belongs to an older draft.
 */
export function CoverageCard({ edit }: { readonly edit: FilterEdit }) {
  const t = useTranslations('filters.coverage')
  const { draft, base } = edit
  const { request, coverage, error, isPending, isOld } = useCoverage({ content: draft.content, filterId: base?.id })
  const problem = useProblem(error)
  const wasRequested = coverage !== undefined || error !== null
  const disabledReason = useDisabledReason(edit)
  return (
    <section aria-label={t('title')} className="rounded-md border px-3 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-medium">{t('title')}</h3>
          <p className="text-sm text-muted">{t('explain')}</p>
        </div>
        <Button
          isPending={isPending}
          disabledReason={disabledReason}
          onPointerEnter={() => preload(loadResult)}
          onClick={request}
        >
          {t(wasRequested ? 'again' : 'ask')}
        </Button>
      </div>
      {problem !== undefined && (
        <p role="alert" className="mt-2 text-danger-ink">
          {problem}
        </p>
      )}
      {coverage !== undefined && error === null && (
        <div role="status" aria-busy={isPending}>
          {isOld && <p className="mt-2 text-sm text-warn-ink">{t('old')}</p>}
          <CoverageResult coverage={coverage} />
        </div>
      )}
    </section>
  )
}

/**
 * The coverage of a draft that the service would refuse is not requested. Read-only users see masked numbers, which do
 * not count as invalid.
 */
function useDisabledReason({ draft: { content }, refused }: FilterEdit): string | undefined {
  const t = useTranslations('filters')
  const isFaulty = useMemo(
    () => filterLists.some((list) => findFilterFaults(list, content[list], refused).size > 0),
    [content, refused],
  )
  const { allowed: mayEdit } = usePermission('filters.update')
  const exceedsLimit = filterLists.some((list) => countOver(content[list]) > 0)
  if (countItems(content) === 0) return t('coverage.empty')
  if (isFaulty && mayEdit) return t('coverage.faulty')
  return exceedsLimit ? t('coverage.over', { max: MAX_FILTER_ITEMS }) : undefined
}

const loadResult = async () => (await import('./coverage-result')).CoverageResult
const CoverageResult = lazyComponent(loadResult)

function useProblem(error: unknown): string | undefined {
  const t = useTranslations('filters.coverage')
  const toText = useFailureText()
  if (error === null) return undefined
  if (!isApiError(error)) return toText(error)
  if (error.status === 404 || error.status === 405) return t('unknown')
  return error.status === 422 ? t('faulty') : toText(error)
}

export type Coverage = OperationAnswer<'filters.coverage'>

interface CoverageInput {
  readonly content: ContentDraft
  readonly filterId: string | undefined
}

/**
 * Requests what the draft would have matched, one request at a time. Read-only users see masked numbers, so for them
 * the saved filter is requested by its id.
 */
function useCoverage(input: CoverageInput) {
  const { allowed: mayEdit } = usePermission('filters.update')
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationKey: ['filters', 'coverage'],
    mutationFn: async ({ content, filterId }: CoverageInput) => {
      const body = mayEdit || filterId === undefined ? { content: contentToSend(content) } : { filter_id: filterId }
      return lazyCall('filters.coverage', { body })
    },
  })
  return {
    request: () => mutate(input),
    coverage: data,
    error,
    isPending,
    isOld: variables !== undefined && variables.content !== input.content,
  }
}
