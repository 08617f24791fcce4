'use client'

import dynamic from 'next/dynamic'
import type { ComponentType, ReactNode } from 'react'

import { loadModule } from './load-component'
import { MissingComponent } from './missing-component'

/**
 * A component that loads when it is first shown; until then `Place` is shown. If it cannot be loaded, the rest of the
 * page
 * keeps working, which `next/dynamic` alone does not ensure.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Place?: () => ReactNode,
): ComponentType<P> {
  // Safe: `MissingComponent` takes no properties.
  const found = (): Promise<ComponentType<P>> => loadModule(load).catch(() => MissingComponent)
  return dynamic<P>(found, { ssr: false, loading: Place ?? (() => null) })
}
