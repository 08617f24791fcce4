'use client'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useAfterLoad } from '@/components/ui/lazy/use-after-load'
import { usePageAwake } from '@/lib/client/page-awake'

import type { MiniMeterProps } from './mini-meter'
import { MiniMeterPlace } from './mini-meter-place'

const Loaded = lazyComponent(() => import('./mini-meter').then((module) => module.MiniMeter))

/** `MiniMeter`, once the page has loaded and is awake: it must neither compete with the first paint nor with its numbers. */
export function MiniMeterLazy(props: MiniMeterProps) {
  const [isAfterLoad, isAwake] = [useAfterLoad(), usePageAwake()]
  return isAfterLoad && isAwake ? <Loaded {...props} /> : <MiniMeterPlace isFolded={props.isFolded} />
}
