'use client'

import dynamic from 'next/dynamic'
import type { ComponentType, ReactNode } from 'react'

import { loadModule } from './load-component'
import { MissingComponent } from './missing-component'

/**
 * A component that is fetched when it is first shown, with `Place` in its place until then. One that cannot be fetched must
 * not take the page with it, which is what `next/dynamic` alone lets it do.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Place?: () => ReactNode,
): ComponentType<P> {
  // A missing part takes no properties.
  const found = (): Promise<ComponentType<P>> => loadModule(load).catch(() => MissingComponent)
  return dynamic<P>(found, { ssr: false, loading: Place ?? (() => null) })
}
