import { folderOf } from '@staffroom/contract/domains/homework/material-names.rules.ts';
import {
  listLessonMaterials,
  type LessonMaterial,
} from '@staffroom/contract/domains/homework/materials.contract.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { Moment } from '../../ui/moment.tsx';
import { SaveMaterial } from './homework-parts.tsx';
import { sizeWords } from './homework-words.ts';

const lessonMaterialList = defineList({
  operation: listLessonMaterials,
  nouns: ['file', 'files'],
  file: 'materials.csv',
  pageSize: 20,
  sort: { default: ['name', 'asc'] },
  empty: {
    none: 'No material found!',
    detail: '“Upload all material and homework” in the list of classes attaches the files.',
  },
});

type Props = { lessonId: string; page: number; onPage: (page: number) => void };

/** The files of the library that are attached to a lesson. */
export const LessonMaterials = ({ lessonId, page, onPage }: Props) => (
  <ListTab
    list={lessonMaterialList}
    scope={{ params: { id: lessonId } }}
    address={{ page }}
    onAddress={(address) => onPage(address.page ?? 1)}
    caption="Material"
    columns={columns}
  />
);

const columns: Column<LessonMaterial>[] = [
  {
    key: 'name',
    header: 'File',
    width: 320,
    lead: true,
    text: ({ name }) => name,
    render: ({ _id, name }) => <SaveMaterial id={_id} name={name} />,
  },
  { key: 'folder', header: 'Folder', width: 170, text: ({ folder }) => folderOf(folder).label },
  { key: 'size', header: 'Size', width: 90, align: 'right', text: ({ size }) => sizeWords(size) },
  {
    key: 'attached',
    header: 'Attached',
    width: 190,
    figures: true,
    render: ({ attached_on }) => <Moment at={attached_on} />,
  },
  { key: 'by', header: 'By', width: 150, text: ({ attached_by }) => attached_by || '–' },
];
