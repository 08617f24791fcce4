'use client'

import { useSearchParams } from 'next/navigation'

import { filterPath, routes } from '@/lib/domain/routes'

export const NEW_FILTER = 'new'

/** The address of a filter; its id is not personal data. */
export const filterHref = (id: string | undefined): string => (id === undefined ? routes.filters : filterPath(id))

/** Opens a filter without a request to the server, because the browser has all data already. */
export const openFilter = (id: string | undefined): void => window.history.pushState(null, '', filterHref(id))

export const useSelectedFilter = (): string | undefined => useSearchParams().get('filter') ?? undefined
