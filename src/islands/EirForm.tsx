import words from 'words:forms/eir'
import { eir } from '#forms/eir.ts'
import { FormView } from './form/FormView.tsx'

export const EirForm = () => <FormView form={eir} words={words} />
