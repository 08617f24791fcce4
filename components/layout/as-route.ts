import type { Route } from 'next'

import { routes } from '@/lib/domain/routes'

/**
 * For addresses that Next cannot check by their letters: those of the navigation, and the way back after signing in.
 * Guarantee: they come from `lib/domain/routes.ts`, whose table the navigation is made of and whose `safeReturnPath` lets
 * only paths of this panel through.
 */
const isRoute = (path: string): path is Route => path.startsWith('/')

export const asRoute = (path: string): Route => (isRoute(path) ? path : routes.overview)
