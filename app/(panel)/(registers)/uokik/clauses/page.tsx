import { pageTitle } from '@/app/panel-page'

import { registerPage } from '../../register-page'

export const generateMetadata = pageTitle('uokik-clauses')

export default registerPage('clauses', 'uokik-clauses')
