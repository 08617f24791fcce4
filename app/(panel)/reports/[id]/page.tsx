import { pageTitle, panelPage } from '@/app/panel-page'
import { ReportPreview } from '@/components/reports/preview/report-preview'

export const generateMetadata = pageTitle('report-preview')

export default panelPage(['report-preview', 'report-downloads', 'reports'], ({ params }) => ({
  body: <ReportPreview id={decodeURIComponent(params['id'] ?? '')} />,
}))
