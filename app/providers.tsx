'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { ToastHost } from '@/components/ui/toast-host'
import { type ApiError, isApiError } from '@/lib/domain/api-error'

const MAX_RETRIES = 2

/** A 4xx, or a key that the service refuses, will not get better by asking again; what is broken in between may. */
function shouldRetry(failures: number, error: unknown): boolean {
  return !(isApiError(error) && isRefusal(error)) && failures < MAX_RETRIES
}

const isRefusal = ({ kind, status, code }: ApiError): boolean =>
  kind === 'shape' || (status >= 400 && status < 500) || code === 'upstream_unauthorized'

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: shouldRetry, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
}

export function Providers({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      {children}
      <ToastHost />
    </QueryClientProvider>
  )
}
