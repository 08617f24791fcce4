import { panelDoor } from '@/lib/server/panel-door'

export const dynamic = 'force-dynamic'

export {
  panelDoor as DELETE,
  panelDoor as GET,
  panelDoor as HEAD,
  panelDoor as OPTIONS,
  panelDoor as PATCH,
  panelDoor as POST,
  panelDoor as PUT,
}
