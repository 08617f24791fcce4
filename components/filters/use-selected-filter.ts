'use client'

import { useSearchParams } from 'next/navigation'

import { filterPath, routes } from '@/lib/domain/routes'

export const NEW_FILTER = 'new'

/** The address of a filter; ids are not personal. */
export const filterHref = (id: string | undefined): string => (id === undefined ? routes.filters : filterPath(id))

/** Opens a filter without a trip to the server: everything shown is in the browser already. */
export const openFilter = (id: string | undefined): void => window.history.pushState(null, '', filterHref(id))

/** Which filter the address names. */
export const useSelectedFilter = (): string | undefined => useSearchParams().get('filter') ?? undefined
