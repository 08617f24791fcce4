'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

import { ToastHost } from '@/components/ui/overlay/toast-host'
import { refetchOnRecovery } from '@/lib/client/refetch-failed'
import { shouldRetry } from '@/lib/client/should-retry'

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
  useEffect(() => refetchOnRecovery(client), [client])
  return (
    <QueryClientProvider client={client}>
      {children}
      <ToastHost />
    </QueryClientProvider>
  )
}
