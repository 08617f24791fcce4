import { pageTitle } from '@/app/panel-page'

import { registerPage } from '../register-page'

export const generateMetadata = pageTitle('registers', 'lists.knf.title')

export default registerPage('knf')
