'use client'

import { deferredComponent } from '@/components/ui/lazy/deferred-component'

import { StatusSpace } from './status-space'

/** The status pill, loaded after the page. */
export const ServiceStatusLazy = deferredComponent(
  async () => (await import('./service-status')).ServiceStatus,
  StatusSpace,
)
