import { pageTitle } from '@/app/panel-page'

import { registerPage } from '../../register-page'

export const generateMetadata = pageTitle('registers', 'lists.clauses.title')

export default registerPage('clauses')
