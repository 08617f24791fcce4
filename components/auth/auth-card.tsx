import type { ReactNode } from 'react'

import { Brand } from '@/components/layout/frame/brand'
import { Card, CardBody } from '@/components/ui/card'

interface AuthCardProps {
  readonly title: string
  readonly tagline: string
  readonly children: ReactNode
}

export function AuthCard({ title, tagline, children }: AuthCardProps) {
  return (
    <>
      <div className="flex flex-col items-center gap-1.5 text-center">
        <Brand />
        <p className="text-muted">{tagline}</p>
      </div>
      <Card>
        <CardBody className="flex flex-col gap-4 p-6">
          <h1 className="text-title font-semibold">{title}</h1>
          {children}
        </CardBody>
      </Card>
    </>
  )
}
