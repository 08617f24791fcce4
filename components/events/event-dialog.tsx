'use client'

import { Dialog } from '@/components/ui/overlay/dialog'

import { EventActions } from './event-actions'
import { EventDetails } from './event-details'
import type { EventViewProps } from './event-view'
import { useEventTexts } from './use-event-texts'

/** The details of an event where they do not fit beside the list. */
export function EventDialog({ onClose, ...view }: EventViewProps) {
  const { name } = useEventTexts(view.event)
  return (
    <Dialog title={name} size="md" onClose={onClose}>
      <div className="mb-4 flex flex-wrap gap-2">
        <EventActions {...view} />
      </div>
      <EventDetails {...view} />
    </Dialog>
  )
}
