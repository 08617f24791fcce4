import { pageTitle } from '@/app/panel-page'

import { registerPage } from '../../register-page'

export const generateMetadata = pageTitle('register-names', 'clauses.page')

export default registerPage('clauses')
