'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { DialogButton } from '@/components/ui/overlay/dialog-button'
import { MenuButton } from '@/components/ui/overlay/menu-button'
import { saveFromPath } from '@/components/ui/save-file'
import { eventsFilePath } from '@/lib/domain/routes'

import { type FilterQuery, toQueryText } from './event-search'

const loadSeverities = async () => (await import('./severities-dialog')).SeveritiesDialog
const SeveritiesDialog = lazyComponent(loadSeverities)

const files = ['csv', 'xlsx', 'pdf'] as const

/** The record says who reviewed what, so it also holds what the list of events left to review leaves out. */
const queryOf = (file: (typeof files)[number], { state, ...rest }: FilterQuery): FilterQuery =>
  state === undefined || (file === 'pdf' && state === 'open') ? rest : { ...rest, state }

/** The files of the list that is shown, and which kinds are urgent. */
export function EventsMenu({ filter }: { readonly filter: FilterQuery }) {
  const t = useTranslations('events')
  const client = useQueryClient()
  const locale = useLocale()
  const entries = files.map((file) => ({
    id: file,
    label: t(`files.${file}`),
    onAction: () => saveFromPath(eventsFilePath(file, toQueryText({ ...queryOf(file, filter), locale }))),
  }))
  return (
    <>
      <DialogButton
        preloadDialog={loadSeverities}
        renderDialog={(close) => (
          <SeveritiesDialog
            onClose={close}
            onSaved={() => void client.invalidateQueries({ queryKey: ['panel', 'events', 'list'] })}
          />
        )}
      >
        {t('severities.open')}
      </DialogButton>
      <MenuButton
        label={t('files.label')}
        placement="bottom end"
        groups={[{ id: 'files', title: t('files.hint'), entries }]}
      >
        <Icon name="download" />
        {t('files.label')}
      </MenuButton>
    </>
  )
}
