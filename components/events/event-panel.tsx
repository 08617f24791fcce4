'use client'

import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'

import { EventActions } from './event-actions'
import { EventDetails } from './event-details'
import type { EventViewProps } from './event-view'
import { useEventTexts } from './use-event-texts'

/** The details of an event beside the list, which stays usable: the panel follows the active row. */
export function EventPanel({ onClose, ...view }: EventViewProps) {
  const t = useTranslations('events.details')
  const common = useTranslations('common')
  const { event } = view
  const { name } = useEventTexts(event)
  const close = () => {
    document.querySelector<HTMLElement>(`[id="event-${event.id}-name"] button`)?.focus()
    onClose()
  }
  const onKeyDown = (press: KeyboardEvent) => {
    if (press.key !== 'Escape' || press.defaultPrevented) return
    press.preventDefault()
    close()
  }
  return (
    // Escape is a way out for the keyboard; the close button is the one for a pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-labelledby="event-panel-title"
      onKeyDown={onKeyDown}
      className="sticky top-2 flex max-h-[calc(100dvh-1rem)] min-w-0 flex-col overflow-clip rounded-lg border bg-card"
    >
      <header className="flex items-start justify-between gap-3 border-b px-4 py-2">
        <h2 id="event-panel-title" className="min-w-0 pt-1 text-lg font-semibold break-words">
          <span className="sr-only">{t('of')}: </span>
          {name}
        </h2>
        <Button variant="ghost" size="sm" iconOnly aria-label={common('close')} onClick={close}>
          <Icon name="close" />
        </Button>
      </header>
      <div key={event.id} className="min-h-0 overflow-y-auto px-4 py-3">
        <div className="mb-3 flex flex-wrap gap-2">
          <EventActions {...view} />
        </div>
        <EventDetails {...view} />
      </div>
    </section>
  )
}
