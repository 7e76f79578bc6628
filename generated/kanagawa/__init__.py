"""Kanagawa 1.0.0, as an engine.

Written by Rulewright 0.1.0 from rulesets/kanagawa/kanagawa.rules; change the rules, not this file.

    game = new(players=2, seed=7)
    while not game.over:
        game.apply(game.legal_moves()[0])
    print(game.scores(), game.winners())
"""

from __future__ import annotations

from collections.abc import Mapping

from ._runtime import (
    CHANCE,
    Cell,
    Game,
    IllegalMove,
    MoveGroup,
    OptionInfo,
    Place,
    Random,
    Record,
    RuleError,
    Rules,
    SaveError,
    ScoreLine,
    load_game,
    new_game,
)
from .moves import apply, begin, refresh, set_up, why
from .scoring import (
    claims,
    score_cards,
    score_diplomas,
    score_grand_master,
    score_seasons,
    score_symbols,
    winners,
)
from .state import BACKS, LISTS, SEES, start

RULES = Rules(
    name='kanagawa',
    title='Kanagawa',
    version='1.0.0',
    meaning='0dc83d129cf7f7cbd8353aef181b0adc',
    low=2,
    high=4,
    seats=('red', 'yellow', 'green', 'blue'),
    lists=LISTS,
    groups=(
        MoveGroup('stay', 0, 1, 'stay at school', (), False),
        MoveGroup('leave', 1, 4, 'leave with column {c}', (('c', ('1', '2', '3', '4'), None),), False),
        MoveGroup('learn', 5, 72, 'put {k} in the studio', (('k', ('G01', 'G02', 'G03', 'G04', 'G05', 'G06', 'G07', 'G08', 'G09', 'G10', 'G11', 'G12', 'G13', 'G14', 'G15', 'G16', 'G17', 'G18', 'R01', 'R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09', 'R10', 'R11', 'R12', 'R13', 'R14', 'R15', 'R16', 'R17', 'R18', 'Y01', 'Y02', 'Y03', 'Y04', 'Y05', 'Y06', 'Y07', 'Y08', 'Y09', 'Y10', 'Y11', 'Y12', 'Y13', 'Y14', 'Y15', 'Y16', 'Y17', 'Y18', 'B01', 'B02', 'B03', 'B04', 'B05', 'B06', 'B07', 'B08', 'B09', 'B10', 'B11', 'B12', 'B13', 'B14', 'B15', 'B16', 'B17', 'B18'), 'Lesson'),), False),
        MoveGroup('paint', 77, 1512, 'paint {k} with {w}', (('k', ('G01', 'G02', 'G03', 'G04', 'G05', 'G06', 'G07', 'G08', 'G09', 'G10', 'G11', 'G12', 'G13', 'G14', 'G15', 'G16', 'G17', 'G18', 'R01', 'R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09', 'R10', 'R11', 'R12', 'R13', 'R14', 'R15', 'R16', 'R17', 'R18', 'Y01', 'Y02', 'Y03', 'Y04', 'Y05', 'Y06', 'Y07', 'Y08', 'Y09', 'Y10', 'Y11', 'Y12', 'Y13', 'Y14', 'Y15', 'Y16', 'Y17', 'Y18', 'B01', 'B02', 'B03', 'B04', 'B05', 'B06', 'B07', 'B08', 'B09', 'B10', 'B11', 'B12', 'B13', 'B14', 'B15', 'B16', 'B17', 'B18'), 'Lesson'), ('w', ('nothing', 'forest', 'ocean', 'plain', 'mountain', 'wild', 'forest and forest', 'forest and ocean', 'forest and plain', 'forest and mountain', 'forest and wild', 'ocean and ocean', 'ocean and plain', 'ocean and mountain', 'ocean and wild', 'plain and plain', 'plain and mountain', 'plain and wild', 'mountain and mountain', 'mountain and wild', 'wild and wild'), None)), False),
        MoveGroup('place_brush', 1589, 5, 'put a brush on {l}', (('l', ('forest', 'ocean', 'plain', 'mountain', 'wild'), None),), False),
        MoveGroup('move_brush', 1594, 50, 'move a {u} brush from {a} to {b}', (('u', ('fresh', 'spent'), None), ('a', ('forest', 'ocean', 'plain', 'mountain', 'wild'), None), ('b', ('forest', 'ocean', 'plain', 'mountain', 'wild'), None)), False),
        MoveGroup('finish', 1644, 1, 'finish placing', (), False),
        MoveGroup('decide_diploma.d', 1645, 20, 'take the diploma {d}', (('d', ('trees_3', 'trees_4', 'trees_5', 'buildings_2', 'buildings_3', 'buildings_4', 'characters_2', 'characters_3', 'characters_same_3', 'animals_boar_stag', 'animals_crane_butterfly', 'animals_boar_butterfly_stag', 'brushes_3', 'brushes_4', 'arrows_2', 'arrows_3', 'landscapes_2', 'landscapes_3', 'landscapes_4'), 'Diploma'),), True),
        MoveGroup('draw:first:91', 1665, 4, 'draw {first}', (('first', ('red', 'yellow', 'green', 'blue'), None),), False),
        MoveGroup('reveal:Lesson', 1669, 72, '{Lesson} turns up', (('Lesson', ('G01', 'G02', 'G03', 'G04', 'G05', 'G06', 'G07', 'G08', 'G09', 'G10', 'G11', 'G12', 'G13', 'G14', 'G15', 'G16', 'G17', 'G18', 'R01', 'R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09', 'R10', 'R11', 'R12', 'R13', 'R14', 'R15', 'R16', 'R17', 'R18', 'Y01', 'Y02', 'Y03', 'Y04', 'Y05', 'Y06', 'Y07', 'Y08', 'Y09', 'Y10', 'Y11', 'Y12', 'Y13', 'Y14', 'Y15', 'Y16', 'Y17', 'Y18', 'B01', 'B02', 'B03', 'B04', 'B05', 'B06', 'B07', 'B08', 'B09', 'B10', 'B11', 'B12', 'B13', 'B14', 'B15', 'B16', 'B17', 'B18'), None),), False),
        MoveGroup('back:Lesson', 1741, 4, 'a {Lesson} back', (('Lesson', ('blue', 'green', 'red', 'yellow'), None),), False),
        MoveGroup('reveal:Start', 1745, 4, '{Start} turns up', (('Start', ('S1', 'S2', 'S3', 'S4'), None),), False),
        MoveGroup('back:Start', 1749, 1, 'a {Start} back', (('Start', ('',), None),), False),
        MoveGroup('reveal:Diploma', 1750, 19, '{Diploma} turns up', (('Diploma', ('trees_3', 'trees_4', 'trees_5', 'buildings_2', 'buildings_3', 'buildings_4', 'characters_2', 'characters_3', 'characters_same_3', 'animals_boar_stag', 'animals_crane_butterfly', 'animals_boar_butterfly_stag', 'brushes_3', 'brushes_4', 'arrows_2', 'arrows_3', 'landscapes_2', 'landscapes_3', 'landscapes_4'), None),), False),
        MoveGroup('back:Diploma', 1769, 1, 'a {Diploma} back', (('Diploma', ('',), None),), False),
    ),
    places=(
        Place('supply of Brush', 'supply of Brush', 'pool', 'Brush', 0, ('',), False),
        Place('supply of Storm', 'supply of Storm', 'pool', 'Storm', 1, ('',), False),
        Place('deck', 'deck', 'list', 'Lesson', 0, ('',), False),
        Place('start_tiles', 'start tiles', 'list', 'Start', 1, ('',), False),
        Place('school', 'school', 'list', 'Lesson', 2, ('1, 1', '1, 2', '1, 3', '1, 4', '2, 1', '2, 2', '2, 3', '2, 4', '3, 1', '3, 2', '3, 3', '3, 4'), False),
        Place('diplomas', 'diplomas', 'set', 'Diploma', 0, ('',), False),
        Place('start', 'start', 'list', 'Start', 14, ('',), True),
        Place('print', 'print', 'list', 'Lesson', 18, ('',), True),
        Place('studio', 'studio', 'list', 'Lesson', 22, ('',), True),
        Place('hand', 'hand', 'set', 'Lesson', 1, ('',), True),
        Place('honours', 'honours', 'set', 'Diploma', 5, ('',), True),
        Place('easel', 'brushes in front', 'pool', 'Brush', 2, ('',), True),
        Place('brushes', 'brushes', 'pool', 'Brush', 6, ('fresh, forest', 'fresh, ocean', 'fresh, plain', 'fresh, mountain', 'fresh, wild', 'spent, forest', 'spent, ocean', 'spent, plain', 'spent, mountain', 'spent, wild'), True),
        Place('storms', 'storms', 'pool', 'Storm', 46, ('',), True),
    ),
    cells=(
        Cell('grand_master', 'the Grand Master', 1, ('',), False, ('red', 'yellow', 'green', 'blue'), -1, 3, False),
        Cell('assistant', 'the Assistant', 2, ('',), False, ('red', 'yellow', 'green', 'blue'), -1, 3, False),
        Cell('at_school', 'at school', 3, ('',), False, ('red', 'yellow', 'green', 'blue'), 0, 15, True),
        Cell('closed', 'closed', 4, ('',), False, ('1', '2', '3', '4'), 0, 15, True),
        Cell('rows_laid', 'rows laid', 5, ('',), False, (), 0, 3, False),
        Cell('arrows_used', 'arrows used', 6, ('',), True, (), 0, 9, False),
        Cell('refused', 'refused', 10, ('',), True, ('trees_3', 'trees_4', 'trees_5', 'buildings_2', 'buildings_3', 'buildings_4', 'characters_2', 'characters_3', 'characters_same_3', 'animals_boar_stag', 'animals_crane_butterfly', 'animals_boar_butterfly_stag', 'brushes_3', 'brushes_4', 'arrows_2', 'arrows_3', 'landscapes_2', 'landscapes_3', 'landscapes_4'), 0, 524287, True),
    ),
    records=(
        Record('Lesson', 0, ('G01', 'G02', 'G03', 'G04', 'G05', 'G06', 'G07', 'G08', 'G09', 'G10', 'G11', 'G12', 'G13', 'G14', 'G15', 'G16', 'G17', 'G18', 'R01', 'R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09', 'R10', 'R11', 'R12', 'R13', 'R14', 'R15', 'R16', 'R17', 'R18', 'Y01', 'Y02', 'Y03', 'Y04', 'Y05', 'Y06', 'Y07', 'Y08', 'Y09', 'Y10', 'Y11', 'Y12', 'Y13', 'Y14', 'Y15', 'Y16', 'Y17', 'Y18', 'B01', 'B02', 'B03', 'B04', 'B05', 'B06', 'B07', 'B08', 'B09', 'B10', 'B11', 'B12', 'B13', 'B14', 'B15', 'B16', 'B17', 'B18'), ('green', 'green', 'green', 'green', 'green', 'green', 'green', 'green', 'green', 'green', 'green', 'green', 'green', 'green', 'green', 'green', 'green', 'green', 'red', 'red', 'red', 'red', 'red', 'red', 'red', 'red', 'red', 'red', 'red', 'red', 'red', 'red', 'red', 'red', 'red', 'red', 'yellow', 'yellow', 'yellow', 'yellow', 'yellow', 'yellow', 'yellow', 'yellow', 'yellow', 'yellow', 'yellow', 'yellow', 'yellow', 'yellow', 'yellow', 'yellow', 'yellow', 'yellow', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue', 'blue'), ('blue', 'green', 'red', 'yellow')),
        Record('Start', 72, ('S1', 'S2', 'S3', 'S4'), ('', '', '', ''), ('',)),
        Record('Diploma', 76, ('trees_3', 'trees_4', 'trees_5', 'buildings_2', 'buildings_3', 'buildings_4', 'characters_2', 'characters_3', 'characters_same_3', 'animals_boar_stag', 'animals_crane_butterfly', 'animals_boar_butterfly_stag', 'brushes_3', 'brushes_4', 'arrows_2', 'arrows_3', 'landscapes_2', 'landscapes_3', 'landscapes_4'), ('', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', ''), ('',)),
    ),
    options=(
        OptionInfo('tile_counts_for_end', (('no', 0), ('yes', 1)), 0, 'the starting tile counts towards the 11 cards that end the game'),
        OptionInfo('storm_on_tile', (('no', 0), ('yes', 1)), 0, 'a Storm token may also go on the starting tile'),
        OptionInfo('tile_arrow_counts', (('no', 0), ('yes', 1)), 1, 'the Arrow on the starting tile counts for the Arrow diplomas'),
    ),
    sees=SEES,
    backs=BACKS,
    endings=(
        ('deck_out', 'the deck has run out'),
        ('eleven_cards', 'a print of eleven cards'),
    ),
    texts={'fr': {'Kanagawa': 'Kanagawa', 'harmony': 'harmonie', 'Season': 'saison', 'Landscape': 'paysage', 'Back': 'dos', 'Item': 'objet', 'Subject': 'sujet', 'Family': 'famille', 'Condition': 'condition', 'Reward': 'récompense', 'Use': 'état', 'Lesson': 'leçon', 'Start': 'tuile de départ', 'Diploma': 'diplôme', 'deck': 'pioche', 'start tiles': 'tuiles de départ', 'school': 'école', 'diplomas': 'diplômes', 'start': 'tuile de départ', 'print': 'estampe', 'studio': 'atelier', 'hand': 'main', 'honours': 'diplômes obtenus', 'brushes in front': 'pinceaux devant soi', 'brushes': 'pinceaux', 'storms': 'Tempêtes', 'Brush': 'pinceau', 'Storm': 'Tempête', 'the Grand Master': 'le Grand Maître', 'the Assistant': "l'Assistant", 'at school': "à l'école", 'closed': 'colonnes fermées', 'rows laid': 'rangées posées', 'arrows used': 'Flèches utilisées', 'refused': 'diplômes refusés', 'the starting tile counts towards the 11 cards that end the game': 'la tuile de départ compte parmi les 11 cartes qui mettent fin à la partie', 'a Storm token may also go on the starting tile': 'un jeton Tempête peut aussi aller sur la tuile de départ', 'the Arrow on the starting tile counts for the Arrow diplomas': 'la Flèche de la tuile de départ compte pour les diplômes de Flèches', 'stay at school': "rester à l'école", 'leave with column {c}': 'partir avec la colonne {c}', 'put {k} in the studio': "placer {k} dans l'atelier", 'paint {k} with {w}': 'peindre {k} avec {w}', 'put a brush on {l}': 'poser un pinceau sur {l}', 'move a {u} brush from {a} to {b}': 'déplacer un pinceau ({u}) : {a} vers {b}', 'finish placing': 'finir de placer', 'decide diploma': "choix d'un diplôme", 'take the diploma {d}': 'prendre le diplôme {d}', 'cards in the print': "cartes de l'estampe", 'longest run of a season': "plus longue suite d'une saison", 'harmony symbols': "symboles d'harmonie", 'the deck has run out': 'la pioche est épuisée', 'a print of eleven cards': 'une estampe de onze cartes', 'spring': 'printemps', 'summer': 'été', 'autumn': 'automne', 'winter': 'hiver', 'storm': 'tempête', 'forest': 'forêt', 'ocean': 'océan', 'plain': 'plaine', 'mountain': 'montagne', 'wild': 'joker', 'green': 'vert', 'red': 'rouge', 'yellow': 'jaune', 'blue': 'bleu', 'assistant': 'assistant', 'brush': 'pinceau', 'arrow': 'Flèche', 'keep': 'garde-carte', 'warrior': 'guerrier', 'peasant': 'paysan', 'monk': 'moine', 'lady': 'dame', 'boar': 'sanglier', 'stag': 'cerf', 'crane': 'grue', 'butterfly': 'papillon', 'thatched': 'toit de chaume', 'tower': 'tour', 'tiled': 'toit de tuiles', 'palace': 'palais', 'round': 'rotonde', 'temple': 'temple', 'trees': 'arbres', 'buildings': 'bâtiments', 'characters': 'personnages', 'animals': 'animaux', 'arrows': 'Flèches', 'landscapes': 'paysages', 'alike': 'identiques', 'pair': 'paire', 'trio': 'trio', 'fresh': 'frais', 'spent': 'utilisé', 'a player left alone at school must leave too': "un joueur resté seul à l'école doit partir, lui aussi", 'the third row is out, everyone must leave': 'la troisième rangée est posée, chacun doit partir', 'the last card has reached the school, everyone must leave': "la dernière carte est arrivée à l'école, chacun doit partir", 'no fresh brush stands on each landscape it requires': "il n'y a pas de pinceau frais sur chaque paysage demandé", 'no brush is left in front of you': 'il ne reste aucun pinceau devant vous', 'each Arrow can be used once a round': "chaque Flèche ne sert qu'une fois par manche", 'place your cards: you may hold back one for each keep-a-card': 'placez vos cartes : vous pouvez en garder une par garde-carte'}},
    pieces=(
        ('Brush', 15),
        ('Storm', 3),
    ),
    reactions=('decide_diploma',),
    least_wins=False,
    reads_hidden='',
    start=start,
    set_up=set_up,
    begin=begin,
    apply=apply,
    refresh=refresh,
    why=why,
    sheet=(
        ScoreLine('cards', 'cards in the print', ('KAN-43',), score_cards),
        ScoreLine('seasons', 'longest run of a season', ('KAN-42', 'KAN-44', 'KAN-D13'), score_seasons),
        ScoreLine('symbols', 'harmony symbols', ('KAN-45', 'KAN-D19'), score_symbols),
        ScoreLine('diplomas', 'diplomas', ('KAN-46',), score_diplomas),
        ScoreLine('grand_master', 'the Grand Master', ('KAN-47',), score_grand_master),
    ),
    winners=winners,
    claims=claims,
)


def new(
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    chance: str = "sampled",
    history: bool = False,
) -> Game:
    """A new game, played on to its first decision. Raises ValueError for what the rules exclude."""
    return new_game(RULES, players, seed, options, chance, history)


def from_json(text: str) -> Game:
    """A game from `to_json`. Raises SaveError for another format, other rules, or a damaged text."""
    return load_game(RULES, text)


__all__ = ["CHANCE", "Game", "IllegalMove", "Random", "RuleError", "RULES", "SaveError", "from_json", "new"]
