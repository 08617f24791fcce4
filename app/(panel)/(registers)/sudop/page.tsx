import { pageTitle } from '@/app/panel-page'

import { registerPage } from '../register-page'

export const generateMetadata = pageTitle('registers', 'lists.sudop.title')

export default registerPage('sudop')
