'use client'

import { useQuery } from '@tanstack/react-query'

import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'

import type { FeedEvent } from './feed-store'

export type RegisterDetails = NonNullable<PanelAnswer<'events.get'>['details']>

/** What the register says. It is read from the service, and does not change. */
export const useRegisterDetails = ({ id }: FeedEvent) =>
  useQuery({ ...panelQuery('events.get', { params: { id } }), staleTime: Infinity })
