import type { Route } from 'next'

import { routes } from '@/lib/domain/routes'

/**
 * For addresses that Next.js cannot type-check as literals: those of the navigation, and the return path after sign-in.
 * Safe: they come from `lib/domain/routes.ts`, which builds the navigation and whose `safeReturnPath` accepts only
 * paths of this panel.
 */
const isRoute = (path: string): path is Route => path.startsWith('/')

export const asRoute = (path: string): Route => (isRoute(path) ? path : routes.overview)
