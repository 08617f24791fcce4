import { Badge } from '@/components/ui/badge'
import type { ConsoleOperation } from '@/lib/contract/console/console-operations'

export function MethodBadge({ method }: Pick<ConsoleOperation, 'method'>) {
  const tone = method === 'GET' ? 'neutral' : method === 'DELETE' ? 'danger' : 'info'
  return (
    <Badge tone={tone} className="w-14 shrink-0 justify-center font-mono text-xs">
      {method}
    </Badge>
  )
}
