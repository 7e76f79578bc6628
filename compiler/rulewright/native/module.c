/* What Python calls at each ply: functions that know a game's memory, a third of a call through cffi.

   They are the same for all engines: what differs is asked of the engine. This is compiled once, with what cffi
   writes, and linked to each. */

#include <structmember.h>

enum { ILLEGAL = -3 };

static int64_t memory_size, run_at;

/* a game's memory, the contents of a bytes that nobody else writes to: a State, then a Run */
static inline State *state_of(PyObject *memory) { return (State *)(void *)PyBytes_AS_STRING(memory); }
static inline Run *run_of(PyObject *memory) { return (Run *)(void *)(PyBytes_AS_STRING(memory) + run_at); }

static PyObject *moves_of(PyObject *memory)
{
    int32_t *moves;
    const int64_t n = rw_legal(run_of(memory), &moves);
    PyObject *const list = PyList_New((Py_ssize_t)n);
    for (int64_t i = 0; list && i < n; i++) PyList_SET_ITEM(list, i, PyLong_FromLong(moves[i]));
    return list;
}

static PyObject *play_in(PyObject *memory, PyObject *given)
{
    const long long move = PyLong_AsLongLong(given);
    if (move == -1 && PyErr_Occurred()) return NULL;
    return PyLong_FromLong(rw_apply(state_of(memory), run_of(memory), move));
}

static PyObject *legal_in(PyObject *memory, PyObject *none)
{
    (void)none;
    return moves_of(memory);
}

static PyMethodDef in_memory[] = {
    {"apply", play_in, METH_O, NULL},
    {"legal_moves", legal_in, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* a game's memory, two functions of it, and who decides: from the address of a state, as it stands there or, with a
   seed, begun */
static PyObject *bound(PyObject *self, PyObject *const *given, Py_ssize_t n)
{
    (void)self;
    if (n != 1 && n != 2) {
        PyErr_SetString(PyExc_TypeError, "a state and a seed");
        return NULL;
    }
    const State *const start = PyLong_AsVoidPtr(given[0]);
    const uint64_t seed = n == 2 ? PyLong_AsUnsignedLongLong(given[1]) : 0;
    if (PyErr_Occurred()) return NULL;
    PyObject *const memory = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)memory_size);
    if (!memory) return NULL;
    rw_copy(state_of(memory), start);
    if (n == 2) rw_seed(state_of(memory), seed);
    const int found = n == 2 ? rw_begin(state_of(memory), run_of(memory)) : rw_refresh(state_of(memory), run_of(memory));
    PyObject *const apply = PyCFunction_New(&in_memory[0], memory), *const moves = PyCFunction_New(&in_memory[1], memory);
    if (!apply || !moves) {
        Py_XDECREF(apply);
        Py_XDECREF(moves);
        Py_DECREF(memory);
        return NULL;
    }
    return Py_BuildValue("(NNNi)", memory, apply, moves, found);
}

/* ---- methods of games: what is out of the ordinary goes to those of the class that they stand before */

static PyObject *plain_apply, *plain_moves, *special;
static Py_ssize_t at_memory, at_seat, at_moves;

static inline PyObject **slot(PyObject *game, Py_ssize_t at) { return (PyObject **)(void *)((char *)game + at); }

static inline PyObject *memory_of(PyObject *game)
{
    PyObject *const memory = *slot(game, at_memory);
    return memory && PyBytes_CheckExact(memory) && PyBytes_GET_SIZE(memory) == memory_size ? memory : NULL;
}

/* the method of the class, with the same arguments */
static PyObject *plain(PyObject *method, PyObject *game, PyObject *const *given, Py_ssize_t n, PyObject *names)
{
    const Py_ssize_t all = n + (names ? PyTuple_GET_SIZE(names) : 0);
    PyObject **const with = PyMem_Malloc(sizeof *with * (size_t)(all + 1));
    if (!with) return PyErr_NoMemory();
    with[0] = game;
    for (Py_ssize_t i = 0; i < all; i++) with[i + 1] = given[i];
    PyObject *const found = PyObject_Vectorcall(method, with, (size_t)(n + 1), names);
    PyMem_Free(with);
    return found;
}

static PyObject *game_apply(PyObject *game, PyObject *const *given, Py_ssize_t n, PyObject *names)
{
    PyObject *const memory = memory_of(game), *const moves = *slot(game, at_moves);
    if (n == 1 && !names && memory && moves && PyList_CheckExact(moves) && PyLong_CheckExact(given[0])) {
        int large;
        const long long move = PyLong_AsLongLongAndOverflow(given[0], &large);
        const int found = large ? ILLEGAL : rw_apply(state_of(memory), run_of(memory), move);
        if (found >= 0) {
            PyObject *const seat = PyLong_FromLong(found), *const was = *slot(game, at_seat);
            if (!seat || PyList_Append(moves, given[0])) {
                Py_XDECREF(seat);
                return NULL;
            }
            *slot(game, at_seat) = seat;
            Py_XDECREF(was);
            Py_RETURN_NONE;
        }
        if (found != ILLEGAL) return PyObject_CallFunction(special, "OiO", game, found, given[0]);
    }
    return plain(plain_apply, game, given, n, names);
}

static PyObject *game_legal_moves(PyObject *game, PyObject *const *given, Py_ssize_t n, PyObject *names)
{
    PyObject *const memory = memory_of(game);
    return n || names || !memory ? plain(plain_moves, game, given, n, names) : moves_of(memory);
}

static PyMethodDef of_games[] = {
    {"apply", (PyCFunction)(void (*)(void))game_apply, METH_FASTCALL | METH_KEYWORDS,
     "apply($self, move, seat=None)\n--\n\nPlays a legal move; the rules go on to the next decision. Raises IllegalMove."},
    {"legal_moves", (PyCFunction)(void (*)(void))game_legal_moves, METH_FASTCALL | METH_KEYWORDS,
     "legal_moves($self, seat=None)\n--\n\nThe moves that the seat to move may choose, or another that decides now, in a fixed order."},
    {NULL, NULL, 0, NULL},
};

static int offset(PyObject *member, Py_ssize_t *at)
{
    if (Py_TYPE(member) != &PyMemberDescr_Type) {
        PyErr_SetString(PyExc_TypeError, "a slot is asked for");
        return 0;
    }
    *at = ((PyMemberDescrObject *)member)->d_member->offset;
    return 1;
}

/* the methods for a class of games, from the class before it and the slots of memory, who decides, and moves */
static PyObject *methods(PyObject *self, PyObject *const *given, Py_ssize_t n)
{
    (void)self;
    if (n != 5 || !PyType_Check(given[0])) {
        PyErr_SetString(PyExc_TypeError, "a class, the one before it and three slots");
        return NULL;
    }
    if (!offset(given[2], &at_memory) || !offset(given[3], &at_seat) || !offset(given[4], &at_moves)) return NULL;
    plain_apply = PyObject_GetAttrString(given[1], "apply");
    plain_moves = PyObject_GetAttrString(given[1], "legal_moves");
    special = PyObject_GetAttrString(given[1], "_special");
    if (!plain_apply || !plain_moves || !special) return NULL;
    PyTypeObject *const type = (PyTypeObject *)given[0];
    return Py_BuildValue("(NN)", PyDescr_NewMethod(type, &of_games[0]), PyDescr_NewMethod(type, &of_games[1]));
}

static PyMethodDef makers[] = {
    {"bound", (PyCFunction)(void (*)(void))bound, METH_FASTCALL, NULL},
    {"methods", (PyCFunction)(void (*)(void))methods, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

/* what makes all of these, for the caller to own; who calls has let go of the interpreter */
void *rw_fast(void)
{
    const PyGILState_STATE held = PyGILState_Ensure();
    run_at = rw_size(2);
    memory_size = run_at + rw_size(1);
    PyObject *const found = Py_BuildValue("(NN)", PyCFunction_New(&makers[0], NULL), PyCFunction_New(&makers[1], NULL));
    PyGILState_Release(held);
    return found;
}
