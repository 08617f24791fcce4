'use client'

import dynamic from 'next/dynamic'
import type { ComponentType, ReactNode } from 'react'

import { loadModule } from './load-component'
import { MissingComponent } from './missing-component'

/**
 * A component that loads when it is first shown; until then `Placeholder` is shown. If it cannot be loaded, the rest of
 * the page keeps working, which `next/dynamic` does not ensure.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Placeholder?: () => ReactNode,
): ComponentType<P> {
  // Safe: `MissingComponent` takes no properties.
  const loadOrMissing = (): Promise<ComponentType<P>> => loadModule(load).catch(() => MissingComponent)
  return dynamic<P>(loadOrMissing, { ssr: false, loading: Placeholder ?? (() => null) })
}
