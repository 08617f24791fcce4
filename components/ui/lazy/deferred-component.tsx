'use client'

import { type ComponentType, useEffect, useState } from 'react'

import { loadModule } from './load-component'
import { MissingComponent } from './missing-component'
import { useAfterLoad } from './use-after-load'

/**
 * A component that is fetched after the page has loaded, with `Place` in its place until then. Once loaded it is there at once
 * for every later visit of the page.
 */
export function deferredComponent<P extends object>(load: () => Promise<ComponentType<P>>, Place?: ComponentType<P>) {
  let loaded: ComponentType<P> | undefined
  return function LatePart(props: P) {
    const isAfterLoad = useAfterLoad()
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      const fetchPart = async () => {
        loaded = await loadModule(load)
        setPart(() => loaded)
      }
      // A missing part takes no properties.
      if (isAfterLoad) fetchPart().catch(() => setPart((): ComponentType<P> => MissingComponent))
    }, [isAfterLoad])
    if (Part) return <Part {...props} />
    return Place ? <Place {...props} /> : null
  }
}
