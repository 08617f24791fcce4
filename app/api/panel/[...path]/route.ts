import { handlePanelRequest } from '@/lib/server/http/panel-api'

export const dynamic = 'force-dynamic'

export {
  handlePanelRequest as DELETE,
  handlePanelRequest as GET,
  handlePanelRequest as HEAD,
  handlePanelRequest as OPTIONS,
  handlePanelRequest as PATCH,
  handlePanelRequest as POST,
  handlePanelRequest as PUT,
}
